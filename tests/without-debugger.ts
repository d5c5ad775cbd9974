/** React makes a task for a browser's debugger of each element, where it can: a third of an element's time, which nobody looks at here. */
Reflect.deleteProperty(console, 'createTask');
