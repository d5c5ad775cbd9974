/** Before Dexie is loaded, which looks for the browser's database once: files of one process share it. Locks as browsers have them, too. */
import 'fake-indexeddb/auto';
import './device/navigator-locks.ts';
