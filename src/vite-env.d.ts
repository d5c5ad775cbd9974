/// <reference types="vite/client" />

/** The version of package.json, inserted by the build. */
declare const __APP_VERSION__: string;
