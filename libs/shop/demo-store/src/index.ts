export { demoStore } from './demo-store';
export { fillDemoShop, insertDemoStore } from './fill-demo-shop';
