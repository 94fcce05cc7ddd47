export { type DemoStore, demoStore } from './demo-store';
