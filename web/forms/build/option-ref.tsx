import { useInfiniteQuery, useQueries, useQuery } from '@tanstack/react-query'
import type { Field } from '../../../domain/forms/fields.ts'
import { seasonById, teamSeasons } from '../../seasons/queries.ts'
import { myTeams } from '../../teams/queries.ts'
import { Select } from '../../ui/select.tsx'
import { useBuilder } from './view.ts'

/** Something of the product that a choice can stand for. */
type Target = { id: string; name: string; hint?: string }
export type RefKind = 'team' | 'season' | 'division'

export const isRefKind = (kind: Field['kind']): kind is RefKind => kind === 'team' || kind === 'season' || kind === 'division'

type OptionRefProps = { label: string; refId: string | null; onChange: (target: { refId: string | null; label?: string }) => void }

/** What a choice stands for. Who chooses a season or a group of it, and is accepted, is registered there. A community is a link in the answers. */
export function OptionRef({ kind, ...rest }: OptionRefProps & { kind: RefKind }) {
  if (kind === 'team') return <TeamRef {...rest} />
  return kind === 'season' ? <SeasonRef {...rest} /> : <DivisionRef {...rest} />
}

function TeamRef(props: OptionRefProps) {
  const { data = [] } = useQuery(myTeams)
  return <RefSelect {...props} targets={data} />
}

/** The seasons of the community that are not over. Those that end last come first. */
function useSeasons() {
  const { teamId, today } = useBuilder()
  const { data } = useInfiniteQuery(teamSeasons(teamId))
  return (data?.pages.flatMap(({ seasons }) => seasons) ?? []).filter(({ endDate }) => endDate >= today)
}

function SeasonRef(props: OptionRefProps) {
  const seasons = useSeasons()
  return <RefSelect {...props} targets={seasons.map(({ id, label }) => ({ id, name: label }))} />
}

function DivisionRef(props: OptionRefProps) {
  const answers = useQueries({ queries: useSeasons().map(({ id }) => seasonById(id)) })
  const targets = answers.flatMap(({ data }) => data?.groups.map(({ id, name }) => ({ id, name, hint: data.label })) ?? [])
  return <RefSelect {...props} targets={targets} />
}

const nothing = 'nothing'

function RefSelect({ label, refId, targets, onChange }: OptionRefProps & { targets: readonly Target[] }) {
  const isKnown = refId === null || targets.some(({ id }) => id === refId)
  return (
    <Select
      label={`What ${label} stands for`}
      value={refId ?? nothing}
      options={[
        { value: nothing, label: 'Only a name' },
        ...targets.map(({ id, name, hint }) => ({ value: id, label: name, ...(hint !== undefined && { hint }) })),
        // A season that is over, or a community that the person has left.
        ...(isKnown ? [] : [{ value: refId, label }]),
      ]}
      onChange={(id) => {
        const target = targets.find((one) => one.id === id)
        onChange(target ? { refId: target.id, label: target.name } : { refId: id === nothing ? null : id })
      }}
    />
  )
}
