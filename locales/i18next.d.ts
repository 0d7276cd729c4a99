import type about from './en/about.json';
import type account from './en/account.json';
import type admin from './en/admin.json';
import type adminLists from './en/adminLists.json';
import type adminReports from './en/adminReports.json';
import type adminSettings from './en/adminSettings.json';
import type auth from './en/auth.json';
import type contact from './en/contact.json';
import type entries from './en/entries.json';
import type entryForms from './en/entryForms.json';
import type errors from './en/errors.json';
import type forms from './en/forms.json';
import type fuel from './en/fuel.json';
import type home from './en/home.json';
import type mails from './en/mails.json';
import type notes from './en/notes.json';
import type notFound from './en/notFound.json';
import type orders from './en/orders.json';
import type pdf from './en/pdf.json';
import type privacy from './en/privacy.json';
import type records from './en/records.json';
import type reports from './en/reports.json';
import type service from './en/service.json';
import type shell from './en/shell.json';
import type statistics from './en/statistics.json';
import type tariffs from './en/tariffs.json';
import type terms from './en/terms.json';
import type user from './en/user.json';
import type values from './en/values.json';
import type vehicleForm from './en/vehicleForm.json';
import type vehicles from './en/vehicles.json';

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: {
      about: typeof about;
      account: typeof account;
      admin: typeof admin;
      adminLists: typeof adminLists;
      adminReports: typeof adminReports;
      adminSettings: typeof adminSettings;
      auth: typeof auth;
      contact: typeof contact;
      entries: typeof entries;
      entryForms: typeof entryForms;
      errors: typeof errors;
      forms: typeof forms;
      fuel: typeof fuel;
      home: typeof home;
      mails: typeof mails;
      notFound: typeof notFound;
      notes: typeof notes;
      orders: typeof orders;
      pdf: typeof pdf;
      privacy: typeof privacy;
      records: typeof records;
      reports: typeof reports;
      service: typeof service;
      shell: typeof shell;
      statistics: typeof statistics;
      tariffs: typeof tariffs;
      terms: typeof terms;
      user: typeof user;
      values: typeof values;
      vehicleForm: typeof vehicleForm;
      vehicles: typeof vehicles;
    };
  }
}
