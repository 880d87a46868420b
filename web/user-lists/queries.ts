import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { hc } from 'hono/client'
import type { Face } from '../../domain/profiles/contract.ts'
import type { CreateUserList, UserList, UserListItem } from '../../domain/user-lists/contract.ts'
import type { UserListRoutes } from '../../worker/user-lists/routes.ts'
import { evenIfLeft, readAnswer, untilDone } from '../api.ts'

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
    // What is kept for offline may be older than the last change.
    staleTime: 0,
    meta: { offline: true },
  })

export const creatingList = mutationOptions({
  mutationFn: (json: CreateUserList) => readAnswer(client.index.$post({ json })),
  onSuccess: (_list, _json, _shown, { client: cache }) => cache.invalidateQueries({ queryKey: userLists.queryKey, exact: true }),
})

export const renamingList = mutationOptions({
  mutationFn: ({ id, name }: { id: string; name: string }) => untilDone(client[':id'].$patch({ param: { id }, json: { name } })),
  onSuccess: (_done, _json, _shown, { client: cache }) => cache.invalidateQueries({ queryKey: userLists.queryKey }),
})

export const deletingList = mutationOptions({
  mutationFn: (id: string) => untilDone(client[':id'].$delete({ param: { id } })),
  onSuccess: (_done, id, _shown, { client: cache }) => {
    cache.removeQueries({ queryKey: userList(id).queryKey })
    return cache.invalidateQueries({ queryKey: userLists.queryKey, exact: true })
  },
})

const change = (items: (before: UserListItem[]) => UserListItem[]) => (list: UserList | undefined) =>
  list && { ...list, userListItems: items(list.userListItems) }

/** Stands for an entry until the server has given it its own id. */
const unsaved = 'unsaved:'
export const isUnsaved = ({ id }: Pick<UserListItem, 'id'>) => id.startsWith(unsaved)

export type NewEntry = { listId: string } & ({ person: Face } | { email: string })

const guess = (entry: NewEntry): UserListItem =>
  'person' in entry
    ? {
        id: unsaved + entry.person.id,
        uid: entry.person.id,
        email: null,
        displayName: entry.person.name,
        pictureUrl: entry.person.pictureUrl,
        isBlocked: false,
      }
    : { id: unsaved + entry.email, uid: null, email: entry.email, displayName: entry.email, pictureUrl: null, isBlocked: false }

/** The entry shows at once, and goes again when the server refuses. Someone who is on the list already stays where they are. */
export const addingToList = mutationOptions({
  mutationFn: ({ listId: id, ...entry }: NewEntry) =>
    readAnswer(
      client[':id'].items.$post(
        { param: { id }, json: 'person' in entry ? { userId: entry.person.id } : { email: entry.email } },
        evenIfLeft,
      ),
    ),
  onMutate: async (entry, { client: cache }) => {
    const { queryKey } = userList(entry.listId)
    await cache.cancelQueries({ queryKey })
    const item = guess(entry)
    cache.setQueryData(
      queryKey,
      change((items) => [...items, item]),
    )
    return item.id
  },
  onSuccess: (saved, { listId }, shownId, { client: cache }) => {
    cache.setQueryData(
      userList(listId).queryKey,
      change((items) =>
        items.some(({ id }) => id === saved.id)
          ? items.filter(({ id }) => id !== shownId)
          : items.map((item) => (item.id === shownId ? saved : item)),
      ),
    )
  },
  onError: (_error, { listId }, shownId, { client: cache }) => {
    cache.setQueryData(
      userList(listId).queryKey,
      change((items) => items.filter(({ id }) => id !== shownId)),
    )
  },
  onSettled: (_saved, _error, _entry, _shown, { client: cache }) =>
    void cache.invalidateQueries({ queryKey: userLists.queryKey, exact: true }),
})

/** Gone at once, and back in its place when the server refuses. */
export const removingFromList = mutationOptions({
  mutationFn: ({ listId: id, itemId }: { listId: string; itemId: string }) =>
    untilDone(client[':id'].items[':itemId'].$delete({ param: { id, itemId } }, evenIfLeft)),
  onMutate: async ({ listId, itemId }, { client: cache }) => {
    const { queryKey } = userList(listId)
    await cache.cancelQueries({ queryKey })
    const before = cache.getQueryData(queryKey)
    cache.setQueryData(
      queryKey,
      change((items) => items.filter(({ id }) => id !== itemId)),
    )
    return { before }
  },
  onError: (_error, { listId }, shown, { client: cache }) => cache.setQueryData(userList(listId).queryKey, shown?.before),
  onSettled: (_done, _error, _entry, _shown, { client: cache }) => void cache.invalidateQueries({ queryKey: userLists.queryKey }),
})
