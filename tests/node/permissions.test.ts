import { expect, it } from 'vitest'
import { type AccessRole, adminRoles, type Capability, can } from '../../domain/access/can.ts'
import { customRights } from '../../domain/access/custom-rights.ts'
import { teamRoles } from '../../domain/teams/roles.ts'
import { expectedPermissions } from '../teams/expected-permissions.ts'

/** Their order is that of the document. The types require all of them. */
const capabilities = Object.keys(expectedPermissions) as Capability[]

function formatTable(rows: readonly (readonly string[])[]): string {
  const [head = [], ...body] = rows
  const widths = head.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const format = (row: readonly string[]) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
  return [format(head), format(widths.map((width) => '-'.repeat(width))), ...body.map(format)].join('\n')
}

const formatRoles = (roles: readonly AccessRole[], listed: readonly Capability[]) =>
  formatTable([
    ['', ...roles],
    ...listed.map((capability) => [`\`${capability}\``, ...roles.map((role) => (can(role, capability) ? 'yes' : ''))]),
  ])

const isForAdmins = (capability: Capability) => capability.startsWith('admin.')

const document = `# Permissions

\`domain/access/can.ts\` is the only table of who may do what, and \`can()\` follows it. This page is written from it: after a change of
the table, run \`npx vitest run --project node tests/node/permissions.test.ts -u\`. The test fails until this page is up to date.

## In a community

The roles are in the order of their rank. Actions that are open to everybody are not listed. To people without any of these roles,
including former members, everything else of a community answers 404, as if it did not exist. Whoever has a role that may not do
something gets 403, and an admin who may not do it gets 404.

${formatRoles(
  [...teamRoles, ...adminRoles],
  capabilities.filter((capability) => !isForAdmins(capability)),
)}

With the plan Pro, the owner makes roles that add some of these to what a member may do (\`customRights\` in
\`domain/access/custom-rights.ts\`):
${customRights.map((right) => `\`${right}\``).join(', ')}.
Removing people and changing roles follow the rank of the fixed roles, so no custom role has them.

## In the product

An operator, who has the token of the server, may do all of it.

${formatRoles(adminRoles, capabilities.filter(isForAdmins))}
`

it('docs/PERMISSIONS.md says who may do what, exactly as `can()` decides', async () => {
  await expect(document).toMatchFileSnapshot('../../docs/PERMISSIONS.md')
})
