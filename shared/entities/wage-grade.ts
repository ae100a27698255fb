import { defineEntity } from '#shared/kernel/entity.ts';
import { date, lines, number, text } from '#shared/kernel/fields.ts';

/** A pay grade of employees with hourly wages, each of which is valid from a given day on. */
export const wageGrade = defineEntity({
  name: 'wageGrade',
  path: '/mes/system/basic/wageGrade',
  permission: 'SYSTEM_BASIC_WAGE_GRADE',
  shownAs: 'name',
  sort: 'code',
  fields: {
    code: text({ required: true, unique: true, max: 40 }),
    name: text({ required: true, max: 100 }),
    rates: lines(
      {
        validFrom: date({ required: true }),
        hourRate: number({ unit: 'perHour', required: true, min: 0 }),
      },
      { label: 'wageRates' },
    ),
  },
});

export const wageGradeTerms = {
  wageGrade: ['工资等级', 'Wage grade', '薪資等級', '賃金等級'],
  wageGrades: ['工资等级', 'Wage grades', '薪資等級', '賃金等級'],
  wageRates: ['小时工资', 'Hourly wages', '時薪', '時給'],
  hourRate: ['小时工资', 'Hourly wage', '時薪', '時給'],
  'empty.wageGrade': [
    '工资等级带有小时工资，在员工资料里选用。',
    'Wage grades carry the hourly wages; each employee has one.',
    '薪資等級帶有時薪，在員工資料裡選用。',
    '賃金等級に時給を設定し、従業員に割り当てます。',
  ],
} as const;
