/** Before Dexie is loaded, which looks for the browser's database once: files of one process share it. */
import 'fake-indexeddb/auto';
