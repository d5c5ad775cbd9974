/** Inserted by the build: a digest of all sources. */
declare const __BUILD_ID__: string;

/** Which code computes: figures of other code are never shown as current. Empty where nothing was built. */
export const APP_BUILD = typeof __BUILD_ID__ === 'undefined' ? '' : __BUILD_ID__;
