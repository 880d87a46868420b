import { useQuery } from '@tanstack/react-query'
import { type ExplainedCapability, roleHolders } from './manage-queries.ts'
import { writeWhoMay } from './write-who-may.ts'

type WhoMayProps = {
  teamId: string
  capability: ExplainedCapability
  /** What they may do, such as "edit this community". */
  action: string
}

/** Tells a person who is refused which roles may do something, and who has one of them. Only members learn the names. */
export function WhoMay({ teamId, capability, action }: WhoMayProps) {
  const { data } = useQuery(roleHolders(teamId, capability))
  const people = data?.people.map(({ person, ...holder }) => ({ name: person.name, ...holder })) ?? []
  return (
    <p className="max-w-[60ch] text-soft wrap-anywhere">
      {writeWhoMay({ capability, action, people, customRoles: data?.customRoles ?? [] })}
    </p>
  )
}
