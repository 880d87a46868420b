import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { hc } from 'hono/client'
import type { ChangeCustomRole, CreateCustomRole } from '../../../domain/teams/custom-roles-contract.ts'
import type { CustomRoleRoutes } from '../../../worker/teams/custom-role-routes.ts'
import { awaitSuccess, readAnswer } from '../../api.ts'

const client = hc<CustomRoleRoutes>('/api/teams')

/** Names and rights of roles are shown on most pages of a community. */
const refresh = (queries: QueryClient, id: string) => queries.invalidateQueries({ queryKey: ['teams', id] })

/** The roles that a community has made. */
export const customRoles = (id: string) =>
  queryOptions({
    queryKey: ['teams', id, 'roles'],
    queryFn: ({ signal }) => readAnswer(client[':id'].roles.$get({ param: { id } }, { init: { signal } })),
    staleTime: 0,
  })

export const creatingCustomRole = (id: string) =>
  mutationOptions({
    mutationFn: (json: CreateCustomRole) => readAnswer(client[':id'].roles.$post({ param: { id }, json })),
    onSettled: (_role, _error, _json, _shown, { client: queries }) => refresh(queries, id),
  })

export const changingCustomRole = (id: string) =>
  mutationOptions({
    mutationFn: ({ roleId, ...json }: ChangeCustomRole & { roleId: string }) =>
      readAnswer(client[':id'].roles[':roleId'].$patch({ param: { id, roleId }, json })),
    onSettled: (_role, _error, _json, _shown, { client: queries }) => refresh(queries, id),
  })

export const deletingCustomRole = (id: string) =>
  mutationOptions({
    mutationFn: (roleId: string) => awaitSuccess(client[':id'].roles[':roleId'].$delete({ param: { id, roleId } })),
    onSettled: (_done, _error, _roleId, _shown, { client: queries }) => refresh(queries, id),
  })
