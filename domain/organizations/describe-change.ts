import type { OrganizationChange, OrganizationField } from './changes-contract.ts'

const fieldNames: Record<OrganizationField, string> = { name: 'the name', description: 'the description' }

const list = new Intl.ListFormat('en-US')

/**
 * One change in a sentence, such as "Dana Alvarez asked Sunset Smashers to be part of it." People who deleted their account, or with a
 * block between them and the reader, have no name.
 */
export function describeOrganizationChange({ kind, actor, team, fields }: Omit<OrganizationChange, 'id' | 'at'>): string {
  const who = actor?.name ?? 'Someone'
  const community = team ?? 'a community'
  switch (kind) {
    case 'created':
      return `${who} created the organization.`
    case 'edited':
      return `${who} changed ${list.format((fields ?? []).map((field) => fieldNames[field]))}.`
    case 'team-asked':
      return `${who} asked ${community} to be part of it.`
    case 'team-asks':
      return `${who} asked that ${community} becomes part of it.`
    case 'team-added':
      return `${who} agreed that ${community} is part of it.`
    case 'taken-back':
      return `${who} took back the question about ${community}.`
    case 'declined':
      return `${who} declined that ${community} becomes part of it.`
    case 'team-removed':
      return `${who} removed ${community}.`
    case 'team-left':
      return `${who} took ${community} out of it.`
  }
}
