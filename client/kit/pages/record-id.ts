import { useParams } from 'react-router-dom';

/** Returns the id of the record in the address of its page; 0, which no record has, if the address holds no id. */
export function useRecordId(): number {
  const { id = '' } = useParams();
  return /^[1-9]\d{0,15}$/.test(id) ? Number(id) : 0;
}
