/** A request that was admitted and read, and its reply: data that can be passed between threads. */
import type { Caller } from '../auth/caller.ts';

/** The file of a request. */
export interface UploadedFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** What is known about any request besides its input. */
export interface RequestFacts {
  /** ISO instant of the request. */
  readonly now: string;
  readonly address: string;
  /** Browser and system of the device; null where they are unknown. */
  readonly device: string | null;
  /** True where browser and server are on this machine with nothing between them. */
  readonly isLocal: boolean;
}

/** The same for a signed-in user. */
export interface UserRequestFacts extends RequestFacts {
  readonly caller: Caller;
  /** The version that `If-Match` names; null without the header. */
  readonly ifVersion: number | null;
  /** `If-None-Match: *` of a PUT that may create a record: only where there is none yet. */
  readonly ifAbsent: boolean;
}

/** A request that must not take effect twice. */
export interface Keyed {
  readonly userId: string;
  readonly key: string;
  /** The hash of method, address and content, or `ANY_REQUEST`. */
  readonly hash: string;
}

/** The reply: JSON or CSV text, or the bytes of a file. */
export interface Answer {
  readonly status: number;
  /** Null for an empty reply. */
  readonly body: string | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes?: Uint8Array;
}

/** A request that is read and permitted, as data that can be passed to another thread. */
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
