import { expose } from '../platform/columns.ts'
import { follows } from './schema.ts'

export const hostFollows = expose(follows, 'followerId', 'followedId')
