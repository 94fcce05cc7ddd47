import { lazy, type ReactNode, Suspense } from 'react';
import { RouterProvider as AriaRouter } from 'react-aria-components';
import { Outlet, Route, Routes, useHref, useNavigate } from 'react-router';
import { SignedIn } from './session/signed-in';
import { Frame } from './shell/frame';
import { FrameSkeleton } from './shell/frame-skeleton';

const SignIn = lazy(() => import('./screens/sign-in/sign-in'));
const ForgotPassword = lazy(() => import('./screens/password-reset/forgot-password'));
const ResetPassword = lazy(() => import('./screens/password-reset/reset-password'));
const Home = lazy(() => import('./screens/home/home'));
const Orders = lazy(() => import('./screens/orders/orders'));
const Order = lazy(() => import('./screens/orders/order'));
const Products = lazy(() => import('./screens/products/products'));
const Product = lazy(() => import('./screens/products/product'));
const Variant = lazy(() => import('./screens/products/variant'));
const Customers = lazy(() => import('./screens/customers/customers'));
const Customer = lazy(() => import('./screens/customers/customer'));
const Codes = lazy(() => import('./screens/codes/codes'));
const Code = lazy(() => import('./screens/codes/code'));
const ApiAccess = lazy(() => import('./screens/api-access/api-access'));
const Account = lazy(() => import('./screens/account/account'));
const Apps = lazy(() => import('./screens/apps/apps'));
const AppDetails = lazy(() => import('./screens/apps/app-details'));
const Deliveries = lazy(() => import('./screens/deliveries/deliveries'));
const Delivery = lazy(() => import('./screens/deliveries/delivery'));
const DeveloperApps = lazy(() => import('./screens/developer-apps/developer-apps'));
const RegisterApp = lazy(() => import('./screens/developer-apps/register-app'));
const AppPage = lazy(() => import('./screens/developer-apps/app-page'));
const Grant = lazy(() => import('./screens/grant/grant'));
const Meta = lazy(() => import('./screens/meta/meta'));
const MetaObject = lazy(() => import('./screens/meta/meta-object'));
const NewMetaObject = lazy(() => import('./screens/meta/new-meta-object'));
const Activity = lazy(() => import('./screens/activity/activity'));
const NotFound = lazy(() => import('./screens/not-found/not-found'));

/** Every address of the panel, below `/admin`. */
export function App(): ReactNode {
  return (
    <Links>
      <Routes>
        <Route element={<Waiting />}>
          <Route path="/sign-in" element={<SignIn />} />
          <Route path="/forgot-password" element={<ForgotPassword />} />
          <Route path="/reset-password" element={<ResetPassword />} />
          <Route element={<SignedIn />}>
            {/* Screens without the frame stand here. */}
            <Route path="/oauth/:app_id" element={<Grant />} />
            <Route element={<Frame />}>
              <Route index element={<Home />} />
              <Route path="/orders" element={<Orders />} />
              <Route path="/orders/:id" element={<Order />} />
              <Route path="/products" element={<Products />} />
              <Route path="/products/:id" element={<Product />} />
              <Route path="/variants/:id" element={<Variant />} />
              <Route path="/customers" element={<Customers />} />
              <Route path="/customers/:id" element={<Customer />} />
              <Route path="/codes" element={<Codes />} />
              <Route path="/codes/:id" element={<Code />} />
              <Route path="/settings/api-access" element={<ApiAccess />} />
              <Route path="/account" element={<Account />} />
              <Route path="/apps" element={<Apps />} />
              <Route path="/apps/:id" element={<AppDetails />} />
              <Route path="/apps/:id/deliveries" element={<Deliveries />} />
              <Route path="/apps/:id/deliveries/:delivery_id" element={<Delivery />} />
              <Route path="/developer/apps" element={<DeveloperApps />} />
              <Route path="/developer/apps/new" element={<RegisterApp />} />
              <Route path="/developer/apps/:id" element={<AppPage />} />
              <Route path="/meta" element={<Meta />} />
              <Route path="/meta/new" element={<NewMetaObject />} />
              <Route path="/meta/:id" element={<MetaObject />} />
              <Route path="/activity" element={<Activity />} />
              <Route path="*" element={<NotFound />} />
            </Route>
          </Route>
        </Route>
      </Routes>
    </Links>
  );
}

/** React Aria's links and menus lead through the router. */
function Links({ children }: { children: ReactNode }): ReactNode {
  const navigate = useNavigate();
  return (
    <AriaRouter navigate={(to) => void navigate(to)} useHref={useHref}>
      {children}
    </AriaRouter>
  );
}

function Waiting(): ReactNode {
  return (
    <Suspense fallback={<FrameSkeleton />}>
      <Outlet />
    </Suspense>
  );
}
