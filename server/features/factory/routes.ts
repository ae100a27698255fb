import { choice, text } from '#shared/kernel/fields.ts';
import { LANGS } from '#shared/kernel/lang.ts';
import { defineCommand, type Route } from '../../call/route.ts';
import { addFactory } from './add-factory.ts';

export const factoryRoutes: Route[] = [
  defineCommand({
    path: '/mes/system/basic/factory/add',
    permission: 'SYSTEM_BASIC_FACTORY_ADD',
    input: {
      code: text({ required: true, max: 40 }),
      name: text({ required: true, max: 100 }),
      zone: text({ initial: 'Asia/Shanghai', max: 60 }),
      language: choice(LANGS, { initial: 'zh_CN' }),
      currency: text({ initial: 'CNY', min: 3, max: 3 }),
    },
    run: ({ tx, user, input }) => addFactory(tx, user, input),
  }),
];
