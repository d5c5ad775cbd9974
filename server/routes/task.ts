/** A request that was admitted and read, and what is sent: data, which passes between threads. */
import type { Caller } from '../auth/caller.ts';
import type { UploadedFile } from './upload.ts';

/** What is known of any request besides its input. */
export interface RequestFacts {
  /** ISO instant of the request. */
  readonly now: string;
  readonly address: string;
  /** Browser and system of the device; null where it does not say. */
  readonly device: string | null;
  /** True where browser and server are on this machine with nothing between them. */
  readonly isLocal: boolean;
}

/** The same of somebody who is signed in. */
export interface UserRequestFacts extends RequestFacts {
  readonly caller: Caller;
  /** The version that `If-Match` names; null without the header. */
  readonly ifVersion: number | null;
  /** `If-None-Match: *` of a PUT that may create: only where there is nothing yet. */
  readonly ifAbsent: boolean;
}

/** A request that must not take effect twice. */
export interface Keyed {
  readonly userId: string;
  readonly key: string;
  /** Of method, address and content, or `ANY_REQUEST`. */
  readonly hash: string;
}

/** What is sent: JSON or CSV text, or the bytes of a file. */
export interface Answer {
  readonly status: number;
  /** Null for an empty one. */
  readonly body: string | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes?: Uint8Array;
}

/** A request that is read and allowed, as data: it can be handed to another thread. */
export interface Task {
  readonly given: {
    readonly params: unknown;
    readonly query: unknown;
    readonly body: unknown;
    readonly file: UploadedFile | undefined;
  };
  readonly call: UserRequestFacts;
  /** The address without its query. */
  readonly path: string;
  /** The epoch that the device knows; undefined when it names none. */
  readonly serverEpoch: string | undefined;
  readonly key: Keyed | null;
}
