/** The caller of a request: read from the database, not taken from the token. */
export interface Caller {
  readonly userId: string;
  readonly displayName: string;
  readonly isAdmin: boolean;
  readonly jti: string;
  readonly family: string;
  /** The database's, as of the request's beginning. */
  readonly serverEpoch: string;
}
