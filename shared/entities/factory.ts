import { defineEntity } from '#shared/kernel/entity.ts';
import { choice, flag, text } from '#shared/kernel/fields.ts';
import { LANGS } from '#shared/kernel/lang.ts';

/**
 * A factory with its time zone, language and currency. Users can read and change only the factory that they have
 * entered.
 */
export const factory = defineEntity({
  name: 'factory',
  path: '/mes/system/basic/factory',
  permission: 'SYSTEM_BASIC_FACTORY',
  shownAs: 'name',
  sort: 'code',
  verbs: ['page', 'get', 'save'],
  derived: ['isDemo'],
  fields: {
    code: text({ required: true, unique: true, max: 40 }),
    name: text({ required: true, max: 100 }),
    /** The IANA time zone for days and shifts. */
    zone: text({ initial: 'Asia/Shanghai', max: 60 }),
    language: choice(LANGS, { initial: 'zh_CN' }),
    /** The ISO 4217 code, e.g. CNY. */
    currency: text({ initial: 'CNY', min: 3, max: 3 }),
    isDemo: flag({ label: 'demoData' }),
  },
});
