{{- define "storewright.name" -}}{{ .Release.Name | trunc 40 | trimSuffix "-" }}{{- end -}}

{{- define "storewright.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end -}}

{{/* The services: name, key in values, program, port, and which variables come from the secret under which key.
The keys of optionalSecrets can be missing in the secret. */}}
{{- define "storewright.services" -}}
- name: shop-api
  key: shopApi
  program: shop-api
  secrets: { SECRETS_KEY: SECRETS_KEY, AUTH_DATABASE_URL: SHOP_API_AUTH_DATABASE_URL, SHOP_DATABASE_URL: SHOP_API_SHOP_DATABASE_URL }
- name: auth-api
  key: authApi
  program: auth-api
  secrets: { SECRETS_KEY: SECRETS_KEY, TOKEN_KEY: TOKEN_KEY, AUTH_DATABASE_URL: AUTH_API_AUTH_DATABASE_URL }
  optionalSecrets: { AUDIT_KEY: AUDIT_KEY, GITLAB_REVOCATION_TOKENS: GITLAB_REVOCATION_TOKENS }
- name: hooks-worker
  key: hooksWorker
  program: hooks-worker
  secrets: { SECRETS_KEY: SECRETS_KEY, AUTH_DATABASE_URL: HOOKS_WORKER_AUTH_DATABASE_URL, SHOP_DATABASE_URL: HOOKS_WORKER_SHOP_DATABASE_URL }
- name: admin
  key: admin
  program: admin-server
  secrets: {}
- name: mcp
  key: mcp
  program: mcp
  secrets: {}
{{- end -}}

{{- define "storewright.labels" -}}
app.kubernetes.io/name: storewright
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ .root.Chart.Name }}-{{ .root.Chart.Version }}
{{- end -}}

{{- define "storewright.selector" -}}
app.kubernetes.io/name: storewright
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end -}}

{{- define "storewright.podSecurity" -}}
runAsNonRoot: true
runAsUser: 1000
runAsGroup: 1000
seccompProfile: { type: RuntimeDefault }
{{- end -}}

{{- define "storewright.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end -}}

{{/* A container that runs a command of the operator: root, name of the command, and its arguments. */}}
{{- define "storewright.migration" -}}
{{- $values := .root.Values -}}
{{- $secret := required "migrate.existingSecret: the name of a Secret that you make" $values.migrate.existingSecret -}}
- name: {{ .name }}
  image: {{ include "storewright.image" .root | quote }}
  imagePullPolicy: {{ $values.image.pullPolicy }}
  command: {{ concat (list "node" "dist/apps/operator/main.js" .name) .args | toJson }}
  securityContext: {{- include "storewright.containerSecurity" .root | nindent 4 }}
  env:
    {{- range ternary (list "AUTH_ADMIN_URL" "SHOP_ADMIN_URL") (list "DATABASE_URL") (or $values.citus.enabled $values.migrate.twoServers) }}
    - name: {{ . }}
      valueFrom: { secretKeyRef: { name: {{ $secret }}, key: {{ . }} } }
    {{- end }}
    {{- range list "OWNER_DB_PASSWORD" "AUTH_DB_PASSWORD" "SHOP_DB_PASSWORD" "HOOKS_DB_PASSWORD" }}
    - name: {{ . }}
      valueFrom: { secretKeyRef: { name: {{ $secret }}, key: {{ . }} } }
    {{- end }}
  resources: {{- toYaml $values.migrate.resources | nindent 4 }}
{{- end -}}
