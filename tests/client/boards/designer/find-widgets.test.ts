import { expect, it } from 'vitest';
import { findWidgets } from '#boards/designer/palette/find-widgets.ts';
import { defineWidget, type WidgetArea } from '#boards/kit/widget.ts';

const makeWidget = (type: string, area: WidgetArea) =>
  defineWidget({
    type,
    version: 1,
    title: 'difference',
    area,
    size: { w: 1, h: 1, minW: 1, minH: 1 },
    settings: {},
    Component: () => null,
  });
const widgets = [
  makeWidget('openCalls', 'calls'),
  makeWidget('orderProgress', 'orders'),
  makeWidget('orderFlow', 'orders'),
];
const TITLES: Record<string, string> = {
  openCalls: '未关闭呼叫',
  orderProgress: '工单进度',
  orderFlow: '工单流程',
};
const searchTitles = (searchText: string) =>
  findWidgets(
    widgets,
    searchText,
    ({ type }) => TITLES[type]!,
    (area) => (area === 'orders' ? '工单' : '呼叫'),
  ).map(({ area, entries }) => [area, entries.map(({ title }) => title)]);

it('the palette lists the widgets by area, in the sequence of the areas', () => {
  expect(searchTitles('')).toEqual([
    ['orders', ['工单进度', '工单流程']],
    ['calls', ['未关闭呼叫']],
  ]);
});

it('the palette finds a widget by its title, its type and its area, if it has all the words', () => {
  expect(searchTitles('进度')).toEqual([['orders', ['工单进度']]]);
  expect(searchTitles(' ORDERFLOW ')).toEqual([['orders', ['工单流程']]]);
  expect(searchTitles('呼叫')).toEqual([['calls', ['未关闭呼叫']]]);
  expect(searchTitles('工单 流程')).toEqual([['orders', ['工单流程']]]);
  expect(searchTitles('工单 呼叫')).toEqual([]);
});
