/** Where the API is: below the path under which the app is served. */
export const API_BASE = `${import.meta.env.BASE_URL}api`;
