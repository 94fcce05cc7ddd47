export { AccountsModule } from './accounts.module';
export { endAccessOf } from './end-access';
