/** How long a connection may keep the server waiting. */

/** All in milliseconds. */
export interface ConnectionLimits {
  /** For the headers of a request to arrive. */
  readonly headers: number;
  /** A pause within a body. */
  readonly bodySilence: number;
  /** For a whole request to arrive. */
  readonly request: number;
  /** A pause while sending or waiting. */
  readonly silence: number;
  /** A pause between two requests. */
  readonly idle: number;
  /** How often headers and requests are checked. */
  readonly checkEvery: number;
}

export const CONNECTION_LIMITS: ConnectionLimits = {
  headers: 15_000,
  bodySilence: 20_000,
  request: 180_000,
  silence: 120_000,
  idle: 30_000,
  checkEvery: 2000,
};

/** Requests that may wait on a connection for the one before them; browsers and proxies send none. */
export const MOST_WAITING_ON_CONNECTION = 32;
