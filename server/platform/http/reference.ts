import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { defaultRequestsPerMinute } from '#server/config/settings.ts'
import { problemStatus } from '#shared/api/problem.ts'
import { quotas } from '#shared/api/quotas.ts'

/** The OpenAPI 3.1 document of every call at /api/reference/json, and the page to browse and try it at /api/reference. */
export async function referenceRoutes(
  app: FastifyInstance,
  publicUrl: string,
  loginCookie: string,
): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Ignite',
        version: '1',
        description: [
          'Every call of the product. Failures are RFC 9457 problem details.',
          [
            'Costly calls list a limit per minute of their own.',
            'A limit counts one person’s calls from all their browsers or, for people who aren’t signed in, the calls from one address.',
            `In total, a person or an address may make ${defaultRequestsPerMinute} calls a minute.`,
            'Past a limit, the answer is 429 with Retry-After.',
            'Limits on changes count across all servers; those on reads, and the total, count on each server.',
            'REQUESTS_PER_MINUTE scales all of these.',
          ].join(' '),
          ['| What one person can have or do | Limit |', '| --- | --- |']
            .concat(quotas.map(({ what, most }) => `| ${what} | ${most} |`))
            .join('\n'),
        ].join('\n\n'),
      },
      servers: [{ url: publicUrl }],
      components: {
        securitySchemes: {
          login: { type: 'apiKey', in: 'cookie', name: loginCookie },
          chat: { type: 'http', scheme: 'bearer' },
        },
        schemas: {
          Problem: {
            type: 'object',
            required: ['type', 'title', 'status', 'detail', 'code', 'error', 'request_id'],
            properties: {
              type: { type: 'string' },
              title: { type: 'string' },
              status: { type: 'integer' },
              detail: { type: 'string' },
              code: { type: 'string', enum: Object.keys(problemStatus) },
              error: { type: 'string' },
              request_id: { type: 'string' },
              errors: {
                type: 'array',
                items: {
                  type: 'object',
                  properties: { path: { type: 'string' }, message: { type: 'string' } },
                },
              },
            },
          },
        },
      },
    },
  })
  await app.register(swaggerUi, { routePrefix: '/api/reference', staticCSP: true })
}
