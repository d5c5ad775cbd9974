/** The databases that the server supports. */

export type Dialect = 'sqlite' | 'postgres';
