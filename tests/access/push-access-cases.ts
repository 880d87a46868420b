import { type AccessCase, aboutThing } from './access-case.ts'

/** A key of a browser, which is the generator of the curve. */
const web = {
  endpoint: 'https://fcm.googleapis.com/fcm/send/access',
  auth: 'A'.repeat(22),
  p256dh: 'BGsX0fLhLEJH-Lzm5WOkQPJ3A32BLeszoPShOUXYmMKWT-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU',
}

/** The token of the device of `person-a`. */
export const pushToken = 'cafe'.repeat(10).concat('caf')

const registration = (method: string, json?: unknown): AccessCase => ({
  endpoint: `${method} /push/registrations/{token}`,
  request: () => ({ path: `/api/push/registrations/${pushToken}`, method, ...(json === undefined ? {} : { json }) }),
  absent: () => ({ path: `/api/push/registrations/${'b'.repeat(43)}`, method, ...(json === undefined ? {} : { json }) }),
  statuses: { anonymous: 401, member: 404, stranger: 404, mate: 404, blocked: 404, owner: 200 },
})

const device = (method: string, path: string, owner: number, json?: unknown): AccessCase => ({
  endpoint: `${method} /push/devices/{id}${path}`,
  ...aboutThing(method, (id) => `/api/push/devices/${id}${path}`, 'access-device', json),
  statuses: { anonymous: 401, member: 404, stranger: 404, mate: 404, blocked: 404, owner },
})

export const pushAccessCases: readonly AccessCase[] = [
  { endpoint: 'GET /push', request: () => ({ path: '/api/push' }), statuses: { anonymous: 401, member: 200, owner: 200 } },
  {
    endpoint: 'POST /push/registrations',
    request: (viewerId) => ({
      path: '/api/push/registrations',
      method: 'POST',
      json: { web: { ...web, endpoint: `${web.endpoint}-${viewerId}` } },
    }),
    statuses: { anonymous: 401, member: 201, owner: 201 },
  },
  registration('PATCH', { web }),
  registration('DELETE'),
  device('PATCH', '', 204, { hidesText: true }),
  device('DELETE', '', 204),
  device('POST', '/tests', 202),
  // The token of the test is the permission, and nobody here has one.
  {
    endpoint: 'POST /push/shown-tests',
    request: () => ({ path: '/api/push/shown-tests', method: 'POST', json: { token: 'c'.repeat(43) } }),
    statuses: { anonymous: 404, member: 404, owner: 404 },
  },
]
