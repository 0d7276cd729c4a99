import { login } from '#contract/login.ts';
import { logout } from '#contract/logout.ts';
import { register, sendCode, validateCode } from '#contract/registration.ts';
import { AppError } from '../../app-error.ts';
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
  /** Whether visitors may create accounts. */
  isRegistrationOpen: boolean;
}

export const authRoutes = (services: AuthServices): Route[] => [
  route(sendCode, async ({ body, language, visitor }) => {
    requireOpen(services);
    await services.codes.countRequest('registration', visitor);
    await services.codes.send(body.email, 'registration', language);
    return {};
  }),
  route(validateCode, async ({ body, visitor }) => {
    await services.codes.validate({ email: body.email, code: body.confirmationCode, visitor });
    return {};
  }),
  route(register, async ({ body, language, visitor }) => {
    requireOpen(services);
    return { data: await services.registration.register({ ...body, language, visitor }) };
  }),
  route(login, async ({ body, userAgent, requestedLanguage }) =>
    services.login.login(body.email, body.password, { userAgent, language: requestedLanguage }),
  ),
  route(logout, async ({ caller }) => {
    await services.sessions.removeOwn(caller);
    return {};
  }),
];

function requireOpen({ isRegistrationOpen }: AuthServices): void {
  if (!isRegistrationOpen) throw new AppError('api.registration.closed');
}
