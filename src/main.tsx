import './ui/layout/tokens.css';
import './ui/layout/base.css';
import { startApp } from './app/routes/start.tsx';
import { trustOwnScripts } from './trusted-types.ts';

trustOwnScripts();

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
startApp(root);
