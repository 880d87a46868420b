import { Hono } from 'hono'
import {
  AddToUserList,
  CreateUserList,
  RenameUserList,
  UserList,
  UserListId,
  UserListItem,
  UserListItemId,
  UserListSummary,
  UserLists,
} from '../../domain/user-lists/contract.ts'
import { requireComplete } from '../access/viewer.ts'
import type { AppEnv } from '../platform/context.ts'
import { getClock } from '../platform/from-request.ts'
import { input } from '../platform/input.ts'
import { describeOperations } from '../platform/operation.ts'
import { addToUserList, createUserList, deleteUserList, listNotFound, removeFromUserList, renameUserList } from './commands.ts'
import { findUserList, listUserLists } from './queries.ts'

const operation = describeOperations('User lists')

export const userListRoutes = new Hono<AppEnv>()
  .get('/', operation('List my user lists', 200, UserLists), async (c) => {
    const viewer = await requireComplete(c)
    return c.json({ lists: await listUserLists(c.var.db, viewer.id) })
  })
  .post('/', operation('Create a list', 201, UserListSummary), input('json', CreateUserList), async (c) => {
    const viewer = await requireComplete(c)
    const json = c.req.valid('json')
    const uid = await createUserList(c.var.db, getClock(c), viewer.id, json)
    return c.json({ uid, name: json.name, count: 0 }, 201)
  })
  .get('/:id', operation('Get one of my lists', 200, UserList), input('param', UserListId), async (c) => {
    const viewer = await requireComplete(c)
    const list = await findUserList(c.var.db, viewer.id, c.req.valid('param').id)
    if (!list) throw listNotFound()
    return c.json(list)
  })
  .patch('/:id', operation('Rename a list', 204), input('param', UserListId), input('json', RenameUserList), async (c) => {
    const viewer = await requireComplete(c)
    await renameUserList(c.var.db, c.var.now(), viewer.id, c.req.valid('param').id, c.req.valid('json').name)
    return c.body(null, 204)
  })
  .delete('/:id', operation('Delete a list', 204), input('param', UserListId), async (c) => {
    const viewer = await requireComplete(c)
    await deleteUserList(c.var.db, viewer.id, c.req.valid('param').id)
    return c.body(null, 204)
  })
  .post(
    '/:id/items',
    operation(
      'Add a person to a list',
      201,
      UserListItem,
      'By the id of a person from the search, or by email. The response does not reveal whether an email has an account.',
    ),
    input('param', UserListId),
    input('json', AddToUserList),
    async (c) => {
      const viewer = await requireComplete(c)
      const clock = getClock(c)
      return c.json(await addToUserList(c.var.db, clock, viewer.id, c.req.valid('param').id, c.req.valid('json')), 201)
    },
  )
  .delete('/:id/items/:itemId', operation('Remove a person from a list', 204), input('param', UserListItemId), async (c) => {
    const viewer = await requireComplete(c)
    const { id, itemId } = c.req.valid('param')
    await removeFromUserList(c.var.db, viewer.id, id, itemId)
    return c.body(null, 204)
  })

export type UserListRoutes = typeof userListRoutes
