/** Lets all other waiting work run first. A timer would do, but in a hidden tab it waits for a second. */
export async function breathe(): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  await new Promise<void>((resolve) => {
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
