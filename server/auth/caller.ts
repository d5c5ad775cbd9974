/** The caller of a request, read from the database and not from the token. */
export interface Caller {
  readonly userId: string;
  readonly displayName: string;
  readonly isAdmin: boolean;
  readonly jti: string;
  readonly family: string;
  /** The database's epoch at the beginning of the request. */
  readonly serverEpoch: string;
}
