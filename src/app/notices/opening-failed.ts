/** The user's database could not be opened; the message is shown to the user. */
export class OpeningFailed extends Error {
  constructor(message: string, cause: unknown) {
    super(message, { cause });
    this.name = 'OpeningFailed';
  }
}
