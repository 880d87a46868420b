import { Hono } from 'hono'
import { AppError } from '../domain/errors.ts'
import { webhookPaths } from '../domain/payments/webhooks.ts'
import { findSite, limitTeamHosts } from './access/site.ts'
import { loadViewer } from './access/viewer.ts'
import { readSessionCookie } from './accounts/session-cookie.ts'
import { api } from './api.ts'
import { fileKinds } from './file-kinds.ts'
import { createFileRoutes } from './files/routes.ts'
import { formFileBody } from './forms/file-routes.ts'
import { draftBody } from './forms/routes.ts'
import { answersBody } from './forms/submission-routes.ts'
import { sendOutboxAfterAnswer } from './jobs/from-request.ts'
import { mailRoutes } from './mail/routes.ts'
import { messageFileBody } from './messages/file-routes.ts'
import { pageRoutes } from './pages.ts'
import { pictureRoutes } from './pictures/routes.ts'
import { photoBody } from './places/routes.ts'
import type { AppContext, AppEnv } from './platform/context.ts'
import { limitBody, limitRate, limitUrl } from './platform/limits.ts'
import { showError } from './platform/plain-page.ts'
import { createProblemResponse, toAppError } from './platform/problem.ts'
import { loadSettings, logRequest, openSession } from './platform/request.ts'
import { refuseForeignOrigin, requireHttps, secureHeaders } from './platform/security.ts'
import { pictureBody } from './profiles/picture-routes.ts'
import { isPushRegistration } from './push/is-registration.ts'
import { doUrgentWork } from './urgent-work.ts'

const largeBodies = {
  '/api/profiles/me/picture': pictureBody,
  '/api/forms/:id/draft': draftBody,
  '/api/forms/:id/answers': answersBody,
  '/api/forms/:id/links': answersBody,
  '/api/forms/:id/submissions': answersBody,
  '/api/forms/:id/submissions/:submissionId': answersBody,
  '/api/forms/:id/files': formFileBody,
  '/api/forms/:id/pictures': photoBody,
  '/api/forms/:id/submissions/:submissionId/missing': answersBody,
  '/api/forms/:id/people/:personId/submissions': answersBody,
  '/api/places/photos': photoBody,
  '/api/events/:id/picture': photoBody,
  '/api/team-drafts/:id/photo': photoBody,
  '/api/teams/:id/photo': photoBody,
  '/api/conversations/:id/files': messageFileBody,
}

/** Every request passes through this middleware, in this order. */
export const everyRequest = [
  logRequest,
  secureHeaders,
  loadSettings,
  requireHttps,
  limitUrl,
  // The cookie is signed by us, so we can read the person from it without the database.
  limitRate(async (c) => (await readSessionCookie(c))?.userId ?? null, Object.values(webhookPaths)),
  refuseForeignOrigin,
  limitBody(largeBodies),
  openSession,
  sendOutboxAfterAnswer,
  doUrgentWork,
  findSite,
  loadViewer,
] as const

export const app = new Hono<AppEnv>()
  .use(...everyRequest)
  .route('/api', api)
  .use('/mail/*', limitTeamHosts([]))
  .route('/mail', mailRoutes)
  .route('/files', createFileRoutes(fileKinds))
  .use('/pictures/*', limitTeamHosts([]))
  .route('/pictures', pictureRoutes)
  .route('/', pageRoutes)

app.onError((error, c) => answerError(c, error))
app.notFound((c) => answerError(c, new AppError(c.req.method === 'GET' || c.req.method === 'HEAD' ? 'NotFound' : 'MethodNotAllowed')))

function answerError(c: AppContext, error: unknown): Response | Promise<Response> {
  const appError = toAppError(error)
  c.set('failure', error)
  const isPage = !c.req.path.startsWith('/api/') && (c.req.method === 'GET' || c.req.method === 'HEAD')
  if (isPage) return showError(c, appError)
  return createProblemResponse(c, appError, isPushRegistration(c.req.path) ? { error: { message: appError.userMessage } } : {})
}
