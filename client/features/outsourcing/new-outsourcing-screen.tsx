import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { entities } from '#shared/entities/index.ts';
import { call } from '#client/kit/wire/call.ts';
import { OutsourcingForm } from './outsourcing-form.tsx';
import './outsourcing.css';

/** The form for a new outsourcing order, with the code that the server proposes. */
export function NewOutsourcingScreen() {
  const navigate = useNavigate();
  const proposal = useQuery({
    // The key is not one of the entity, so that no change of another order reads another code into an open form.
    queryKey: ['nextCode', 'outsourcingOrder'],
    queryFn: ({ signal }) =>
      call<{ code: string }>(`${entities.outsourcingOrder.path}/nextCode`, {}, { signal }),
    gcTime: 0,
  });
  if (proposal.isPending) return null;
  return (
    <OutsourcingForm
      order={null}
      lines={[]}
      code={proposal.data?.code ?? null}
      onSaved={(id) => void navigate(`/outsourcing/${id}`)}
      onCancel={() => void navigate('/outsourcing')}
    />
  );
}
