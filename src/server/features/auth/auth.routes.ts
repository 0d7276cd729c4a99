import { login, logout, register, sendCode, validateCode } from '#contract/auth.ts';
import { type Route, route } from '../../http/route.ts';
import type { CodesService } from './codes.service.ts';
import type { LoginService } from './login.service.ts';
import type { RegistrationService } from './registration.service.ts';
import type { SessionsService } from './sessions.service.ts';

export interface AuthServices {
  codes: CodesService;
  registration: RegistrationService;
  login: LoginService;
  sessions: SessionsService;
}

export const authRoutes = (services: AuthServices): Route[] => [
  route(sendCode, async ({ body, language, visitor }) => {
    await services.codes.countRequest('registration', visitor);
    await services.codes.send(body.email, 'registration', language);
    return {};
  }),
  route(validateCode, async ({ body, visitor }) => {
    await services.codes.validate({ email: body.email, code: body.confirmationCode, visitor });
    return {};
  }),
  route(register, async ({ body, language, visitor }) => ({
    data: await services.registration.register({ ...body, language, visitor }),
  })),
  route(login, async ({ body, userAgent, requestedLanguage }) =>
    services.login.login(body.email, body.password, { userAgent, language: requestedLanguage }),
  ),
  route(logout, async ({ caller }) => {
    await services.sessions.removeOwn(caller);
    return {};
  }),
];
