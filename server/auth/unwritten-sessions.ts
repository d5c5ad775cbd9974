/**
 * Sessions that a full disk kept out of the database: they exist in this process until it ends or the next refresh can
 * write them.
 */

/** At most this many are remembered; the oldest are dropped. */
const MOST = 10_000;

export interface UnwrittenSession {
  readonly jti: string;
  readonly family: string;
  readonly userId: string;
  readonly device: string | null;
  /** ISO instant of the sign-in. */
  readonly signedInAt: string;
  /** The user's password hash when the session began. */
  readonly passwordHash: string;
  /** Milliseconds since 1970. */
  readonly issuedAt: number;
  readonly expiresAt: number;
}

function dropOldest(kept: Pick<Map<string, unknown>, 'size' | 'keys' | 'delete'>): void {
  const [oldest] = kept.keys();
  if (kept.size > MOST && oldest !== undefined) kept.delete(oldest);
}

export class UnwrittenSessions {
  private readonly sessions = new Map<string, UnwrittenSession>();
  private readonly ended = new Set<string>();

  add(session: UnwrittenSession): void {
    this.sessions.set(session.jti, session);
    dropOldest(this.sessions);
  }

  /** The session of a token, or null when it is not here, has expired or was ended. */
  find(jti: string, now: number): UnwrittenSession | null {
    const session = this.sessions.get(jti);
    return session === undefined || session.expiresAt <= now || this.ended.has(session.family) ? null : session;
  }

  /** The sessions of a user that are still valid. */
  ofUser(userId: string, now: number): readonly UnwrittenSession[] {
    return [...this.sessions.values()].filter(
      (session) => session.userId === userId && this.find(session.jti, now) !== null,
    );
  }

  /** Ends a family of tokens in this process, whatever the database still has. */
  end(family: string): void {
    this.ended.add(family);
    dropOldest(this.ended);
  }

  hasEnded(family: string): boolean {
    return this.ended.has(family);
  }
}
