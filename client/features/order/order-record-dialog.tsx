import { useQueryClient } from '@tanstack/react-query';
import { RecordDialog as AnyRecordDialog, type RecordDialogProps } from '#client/crud/edit/record-dialog.tsx';
import { refreshOrder } from './reporting/use-report.ts';

/** Adds or changes a row of an order in a dialog. It then reloads the data of the order's page. */
export function OrderRecordDialog(props: RecordDialogProps) {
  const client = useQueryClient();
  return (
    <AnyRecordDialog
      {...props}
      onSaved={(row) => {
        void refreshOrder(client);
        props.onSaved?.(row);
      }}
    />
  );
}
