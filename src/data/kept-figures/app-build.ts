/** Written in by the build: a digest of all sources. */
declare const __BUILD_ID__: string;

/** Which code computes: figures of another are never shown as final. Empty where nothing was built. */
export const APP_BUILD = typeof __BUILD_ID__ === 'undefined' ? '' : __BUILD_ID__;
