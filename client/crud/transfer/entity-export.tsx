import { entities, type EntityName } from '#shared/entities/index.ts';
import { ExportButton } from './export-button.tsx';

interface Props {
  name: EntityName;
  /** The filter of the exported rows. */
  filter: Readonly<Record<string, unknown>>;
  /** The heading of the list. */
  title: string;
  /** Whether the button shows only its icon. */
  isCompact?: boolean;
}

/** The export button for an entity's rows on a hand-written screen. */
export function EntityExport({ name, filter, title, isCompact = false }: Props) {
  const { path, sort } = entities[name];
  return (
    <ExportButton
      path={`${path}/export`}
      fields={{ filter: JSON.stringify(filter), sort }}
      title={title}
      hasTitleInLabel
      isCompact={isCompact}
    />
  );
}
