import { keepOpenedFile } from '../../data/device/shared-file.ts';

/** A file that the operating system opened with the app. Not in TypeScript's library. */
interface LaunchParams {
  readonly files?: readonly { getFile: () => Promise<File> }[];
}

/** Takes files that the operating system opens with the app (the manifest's `file_handlers`); they wait until someone is signed in. */
export function receiveOpenedFiles(): void {
  const queue = Reflect.get(globalThis, 'launchQueue') as
    | { setConsumer: (consumer: (params: LaunchParams) => void) => void }
    | undefined;
  queue?.setConsumer(({ files }) => {
    const [first] = files ?? [];
    if (first !== undefined) void first.getFile().then(keepOpenedFile);
  });
}
