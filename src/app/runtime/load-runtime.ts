type RuntimeModule = typeof import('./runtime.ts');

let loaded: Promise<RuntimeModule> | null = null;

/** The code behind the sign-in page: database, worker and sync. Loaded once, when it is first needed. */
export function loadRuntime(): Promise<RuntimeModule> {
  loaded ??= import('./runtime.ts').catch((error: unknown) => {
    loaded = null;
    throw error;
  });
  return loaded;
}

/** The same, but only where it has been loaded: signing out must not wait for it. */
export async function runtimeIfLoaded(): Promise<RuntimeModule | null> {
  return loaded === null ? null : await loaded;
}
