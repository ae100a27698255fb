import { useQueryClient } from '@tanstack/react-query';
import { RecordDialog as AnyRecordDialog, type RecordDialogProps } from '#client/crud/edit/record-dialog.tsx';
import { reloadDataChangedByReport } from '#client/production/reporting/use-report.ts';

/**
 * Adds or edits an order, a part or a process in a dialog. After saving, the data on the order's page
 * is reloaded.
 */
export function OrderRecordDialog(props: RecordDialogProps) {
  const client = useQueryClient();
  return (
    <AnyRecordDialog
      {...props}
      onSaved={(row) => {
        void reloadDataChangedByReport(client);
        props.onSaved?.(row);
      }}
    />
  );
}
