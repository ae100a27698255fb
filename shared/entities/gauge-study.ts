import { defineEntity } from '#shared/kernel/entity.ts';
import { choice, moment, number, ref, refs, text } from '#shared/kernel/fields.ts';
import { STUDY_LIMITS, STUDY_STATES } from '#shared/msa/study.ts';

/**
 * A study of a measurement system (gauge R&R): appraisers measure the same parts several times, in random
 * order and without seeing earlier values. The call `detail` returns the measured values.
 */
export const gaugeStudy = defineEntity({
  name: 'gaugeStudy',
  path: '/mes/quality/gaugeStudy',
  permission: { read: 'PRODUCTION', write: 'QUALITY_GAUGE_MODIFY' },
  shownAs: 'code',
  sort: '-raisedAt',
  topic: 'quality',
  verbs: ['page', 'get'],
  filters: ['state', 'gaugeId', 'raisedAt'],
  fields: {
    code: text({ required: true, unique: true, max: 40, label: 'studyCode' }),
    state: choice(STUDY_STATES, { initial: 'studyOpen', label: 'studyState' }),
    gaugeId: ref('gauge', { required: true }),
    characteristic: text({ required: true, max: 100 }),
    unit: text({ max: 20 }),
    decimals: number({ required: true, min: 0, max: 4, decimals: 0, initial: 3 }),
    lowerLimit: number({ min: -9_999_999_999 }),
    upperLimit: number({ min: -9_999_999_999 }),
    appraiserIds: refs('employee', { max: STUDY_LIMITS.appraisers.max, label: 'appraisers' }),
    partCount: number({ required: true, ...STUDY_LIMITS.parts, decimals: 0, label: 'studyParts' }),
    trialCount: number({ required: true, ...STUDY_LIMITS.trials, decimals: 0, label: 'studyTrials' }),
    /**
     * The results of the analysis of variance, after the study is concluded: the share of GRR in the total
     * variation, its share in the tolerance, and the number of distinct categories.
     */
    grrPercent: number({ unit: 'percent', min: 0, decimals: 2 }),
    tolerancePercent: number({ unit: 'percent', min: 0, decimals: 2 }),
    ndc: number({ min: 0, decimals: 0 }),
    raisedAt: moment({ required: true, label: 'studyBegunAt' }),
    concludedAt: moment({ label: 'studyConcludedAt' }),
    reason: text({ max: 500 }),
  },
});

/** Each term in simplified Chinese, English, traditional Chinese and Japanese. */
export const gaugeStudyTerms = {
  gaugeStudy: ['测量系统分析', 'Measurement study', '量測系統分析', '測定システム解析'],
  gaugeStudies: [
    '测量系统分析（MSA）',
    'Measurement studies (MSA)',
    '量測系統分析（MSA）',
    '測定システム解析（MSA）',
  ],
  studyCode: ['研究编号', 'Study no.', '研究編號', '解析番号'],
  studyState: ['研究状态', 'State', '研究狀態', '状態'],
  studyOpen: ['测量中', 'Measuring', '測量中', '測定中'],
  studyConcluded: ['已完成', 'Concluded', '已完成', '完了'],
  studyCancelled: ['已取消', 'Cancelled', '已取消', '取消済み'],
  appraisers: ['评价人', 'Appraisers', '評價人', '測定者'],
  studyParts: ['零件数', 'Parts', '零件數', '部品数'],
  studyTrials: ['测量次数', 'Trials', '測量次數', '繰返し数'],
  grrPercent: ['%GRR（研究变差）', '%GRR (study variation)', '%GRR（研究變異）', '%GRR（総変動比）'],
  tolerancePercent: ['%GRR（公差）', '%GRR (tolerance)', '%GRR（公差）', '%GRR（公差比）'],
  ndc: ['可区分类别数 ndc', 'Distinct categories (ndc)', '可區分類別數 ndc', '識別区分数 ndc'],
  studyBegunAt: ['开始时间', 'Begun at', '開始時間', '開始日時'],
  studyConcludedAt: ['完成时间', 'Concluded at', '完成時間', '完了日時'],
} as const;
