import type { Term } from '#shared/kernel/lang.ts';

/** The words of projects: their data, and the page that shows what they have reached and what they cost. */
export const projectTerms = {
  project: ['项目', 'Project', '專案', 'プロジェクト'],
  projects: ['项目', 'Projects', '專案', 'プロジェクト'],
  parentProject: ['上级项目', 'Part of', '上級專案', '上位プロジェクト'],
  leader: ['负责人', 'Leader', '負責人', 'リーダー'],
  contractAmount: ['合同金额', 'Contract amount', '合約金額', '契約金額'],
  budgetAmount: ['预算金额', 'Budget', '預算金額', '予算額'],
  budgetByCostType: ['按成本类型的预算', 'Budget by cost type', '按成本類型的預算', '原価種別の予算'],
  projectDocuments: ['项目文件', 'Documents', '專案檔案', '文書'],
} as const satisfies Record<string, Term>;
