import type { CurrentUser } from '#shared/kernel/wire.ts';
import type { BackendCall } from '../call/backend.ts';

/**
 * Makes the user for a call that loads the rows of one source to record them; null for any other call.
 * The user may read only this source, and has no account and no session.
 */
export const makeRecordingUser = ({
  path,
  fields,
  forRecording,
}: Pick<BackendCall, 'path' | 'fields' | 'forRecording'>): CurrentUser | null =>
  forRecording
    ? {
        accountId: 0,
        kind: 'screen',
        employeeId: null,
        factoryId: forRecording.factoryId,
        factoryCode: forRecording.factoryCode,
        factoryName: forRecording.factoryName,
        zone: forRecording.zone,
        code: '',
        name: '',
        customerId: null,
        supplierId: null,
        homeFactoryId: null,
        language: null,
        permissions: [],
        mustChangePassword: false,
        workGroupId: null,
        terminal: null,
        sources: [{ path, params: fields as Record<string, string> }],
      }
    : null;
