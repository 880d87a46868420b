import type { ReactNode } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { type GrantedRole, teamRoleHints, teamRoleNames } from '../../../domain/teams/contract.ts'
import type { CustomRole } from '../../../domain/teams/custom-roles-contract.ts'
import { writeRights } from '../../../domain/teams/right-words.ts'

type RoleOptionsProps = {
  field: UseFormRegisterReturn
  /** The fixed roles that the viewer may give. */
  fixed: readonly GrantedRole[]
  /** The roles that the community has made, and whether the viewer may give each. */
  own: readonly (Pick<CustomRole, 'id' | 'name' | 'rights'> & { mayGive: boolean })[]
}

/** The roles to choose from, each with what it may do. */
export function RoleOptions({ field, fixed, own }: RoleOptionsProps) {
  return (
    <fieldset className="grid min-w-0">
      <legend className="mb-1.5 text-small font-strong">Role</legend>
      {fixed.map((role) => (
        <Option key={role} field={field} value={role} name={teamRoleNames[role]} hint={teamRoleHints[role]} />
      ))}
      {own.map(({ id, name, rights, mayGive }) => (
        <Option
          key={id}
          field={field}
          value={id}
          name={name}
          hint={mayGive ? writeRights(rights) : `${writeRights(rights)} Only the owner gives this role, because it may do more than you.`}
          isDisabled={!mayGive}
        />
      ))}
    </fieldset>
  )
}

type OptionProps = { field: UseFormRegisterReturn; value: string; name: string; hint: ReactNode; isDisabled?: boolean }

function Option({ field, value, name, hint, isDisabled = false }: OptionProps) {
  return (
    <label className="flex min-h-14 cursor-pointer items-start gap-3 border-t border-line py-2.5 has-disabled:cursor-not-allowed">
      <input
        type="radio"
        value={value}
        {...field}
        disabled={isDisabled}
        aria-describedby={`role-${value}`}
        className="mt-0.75 size-5 flex-none accent-court"
      />
      <span className="grid min-w-0 gap-0.5">
        <span className="font-strong wrap-anywhere">{name}</span>
        <span id={`role-${value}`} className="text-small text-soft wrap-anywhere">
          {hint}
        </span>
      </span>
    </label>
  )
}
