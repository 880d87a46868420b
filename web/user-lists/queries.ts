import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { hc } from 'hono/client'
import type { Face } from '../../domain/profiles/contract.ts'
import type { CreateUserList, UserList, UserListItem } from '../../domain/user-lists/contract.ts'
import type { UserListRoutes } from '../../worker/user-lists/routes.ts'
import { awaitSuccess, keepalive, readAnswer } from '../api.ts'

const client = hc<UserListRoutes>('/api/user-lists')

export const userLists = queryOptions({
  queryKey: ['user-lists'],
  queryFn: ({ signal }) => readAnswer(client.index.$get({}, { init: { signal } })),
  staleTime: 0,
  meta: { offline: true },
})

export const userList = (id: string) =>
  queryOptions({
    queryKey: ['user-lists', id],
    queryFn: ({ signal }) => readAnswer(client[':id'].$get({ param: { id } }, { init: { signal } })),
    // The offline copy may be older than the last change.
    staleTime: 0,
    meta: { offline: true },
  })

export const creatingList = mutationOptions({
  mutationFn: (json: CreateUserList) => readAnswer(client.index.$post({ json })),
  onSuccess: (_list, _json, _context, { client: cache }) => cache.invalidateQueries({ queryKey: userLists.queryKey, exact: true }),
})

export const renamingList = mutationOptions({
  mutationFn: ({ id, name }: { id: string; name: string }) => awaitSuccess(client[':id'].$patch({ param: { id }, json: { name } })),
  onSuccess: (_done, _json, _context, { client: cache }) => cache.invalidateQueries({ queryKey: userLists.queryKey }),
})

export const deletingList = mutationOptions({
  mutationFn: (id: string) => awaitSuccess(client[':id'].$delete({ param: { id } })),
  onSuccess: (_done, id, _context, { client: cache }) => {
    cache.removeQueries({ queryKey: userList(id).queryKey })
    return cache.invalidateQueries({ queryKey: userLists.queryKey, exact: true })
  },
})

const withItems = (items: (before: UserListItem[]) => UserListItem[]) => (list: UserList | undefined) =>
  list && { ...list, userListItems: items(list.userListItems) }

/** Prefix of the temporary id of an entry, until the server has given it a real id. */
const unsavedPrefix = 'unsaved:'
export const isUnsaved = ({ id }: Pick<UserListItem, 'id'>) => id.startsWith(unsavedPrefix)

export type NewEntry = { listId: string } & ({ person: Face } | { email: string })

const toUnsavedItem = (entry: NewEntry): UserListItem =>
  'person' in entry
    ? {
        id: unsavedPrefix + entry.person.id,
        uid: entry.person.id,
        email: null,
        displayName: entry.person.name,
        pictureUrl: entry.person.pictureUrl,
        isBlocked: false,
      }
    : { id: unsavedPrefix + entry.email, uid: null, email: entry.email, displayName: entry.email, pictureUrl: null, isBlocked: false }

/** The entry appears at once, and disappears if the server refuses. A person who is already on the list keeps their row. */
export const addingToList = mutationOptions({
  mutationFn: ({ listId: id, ...entry }: NewEntry) =>
    readAnswer(
      client[':id'].items.$post(
        { param: { id }, json: 'person' in entry ? { userId: entry.person.id } : { email: entry.email } },
        keepalive,
      ),
    ),
  onMutate: async (entry, { client: cache }) => {
    const { queryKey } = userList(entry.listId)
    await cache.cancelQueries({ queryKey })
    const item = toUnsavedItem(entry)
    cache.setQueryData(
      queryKey,
      withItems((items) => [...items, item]),
    )
    return item.id
  },
  onSuccess: (saved, { listId }, unsavedId, { client: cache }) => {
    cache.setQueryData(
      userList(listId).queryKey,
      withItems((items) =>
        items.some(({ id }) => id === saved.id)
          ? items.filter(({ id }) => id !== unsavedId)
          : items.map((item) => (item.id === unsavedId ? saved : item)),
      ),
    )
  },
  onError: (_error, { listId }, unsavedId, { client: cache }) => {
    cache.setQueryData(
      userList(listId).queryKey,
      withItems((items) => items.filter(({ id }) => id !== unsavedId)),
    )
  },
  onSettled: (_saved, _error, _entry, _context, { client: cache }) =>
    void cache.invalidateQueries({ queryKey: userLists.queryKey, exact: true }),
})

/** The entry disappears at once, and comes back in its place if the server refuses. */
export const removingFromList = mutationOptions({
  mutationFn: ({ listId: id, itemId }: { listId: string; itemId: string }) =>
    awaitSuccess(client[':id'].items[':itemId'].$delete({ param: { id, itemId } }, keepalive)),
  onMutate: async ({ listId, itemId }, { client: cache }) => {
    const { queryKey } = userList(listId)
    await cache.cancelQueries({ queryKey })
    const before = cache.getQueryData(queryKey)
    cache.setQueryData(
      queryKey,
      withItems((items) => items.filter(({ id }) => id !== itemId)),
    )
    return { before }
  },
  onError: (_error, { listId }, context, { client: cache }) => cache.setQueryData(userList(listId).queryKey, context?.before),
  onSettled: (_done, _error, _entry, _context, { client: cache }) => void cache.invalidateQueries({ queryKey: userLists.queryKey }),
})
