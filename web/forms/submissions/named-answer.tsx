import { useQuery } from '@tanstack/react-query'
import { cityLabel } from '../../../domain/cities/rules.ts'
import { useViewer } from '../../app-state.ts'
import { cityById } from '../../cities/queries.ts'
import { placeById } from '../../places/queries.ts'
import { publicProfile } from '../../profiles/queries.ts'
import { ProductLink } from './product-link.tsx'

type NamedAnswerProps = { kind: 'city' | 'place' | 'person'; id: string }

/** A city, a place or a person that was chosen. Only the id is stored, so the name is asked for. */
export function NamedAnswer({ kind, id }: NamedAnswerProps) {
  if (kind === 'city') return <CityName id={id} />
  return kind === 'place' ? <PlaceName id={id} /> : <PersonName id={id} />
}

function CityName({ id }: { id: string }) {
  const number = Number(id)
  const { data } = useQuery({ ...cityById(number), enabled: Number.isInteger(number), retry: false })
  return data ? cityLabel(data) : 'A city'
}

function PlaceName({ id }: { id: string }) {
  const { data } = useQuery({ ...placeById(id), retry: false })
  return (
    <ProductLink to={`/places/view/${id}`} isReady={data !== undefined}>
      {data?.name ?? 'A place'}
    </ProductLink>
  )
}

/** Only people with an account see profiles. */
function PersonName({ id }: { id: string }) {
  const viewer = useViewer()
  const { data } = useQuery({ ...publicProfile(id), enabled: viewer?.profileComplete === true, retry: false })
  return (
    <ProductLink to={`/profile/${id}`} isReady={data !== undefined}>
      {data?.displayName ?? 'A person'}
    </ProductLink>
  )
}
