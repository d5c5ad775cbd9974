/** The databases that the server knows. */

export type Dialect = 'sqlite' | 'postgres';
