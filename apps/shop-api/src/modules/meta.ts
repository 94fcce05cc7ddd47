import { MetaModule } from '@storewright/meta';
import type { ModuleSettings } from '../modules';

export const register = ({ meta }: ModuleSettings) => MetaModule.forRoot(meta);
