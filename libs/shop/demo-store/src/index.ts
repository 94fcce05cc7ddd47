export { type DemoSize, type DemoStore, demoStore } from './demo-store';
export { fillDemoShop, insertDemoStore } from './fill-demo-shop';
