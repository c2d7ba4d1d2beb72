"""The helpers of the Python examples, for Python 3.9 or later. They need no packages.

Without GIRO_KEY and GIRO_SECRET, they use the demo that `npm start` runs in this folder.
"""

import base64
import json
import os
import time
import urllib.error
import urllib.request

# The settings of the demo, such as customerUID.
demo = json.load(open(".giro/demo.json")) if os.path.exists(".giro/demo.json") else {}
base_url = os.environ.get("GIRO_URL") or demo["baseUrl"]
token_url = os.environ.get("GIRO_TOKEN_URL") or demo["tokenUrl"]


class Refused(Exception):
    """A refusal: `reason` is for programs, the message for people."""

    def __init__(self, status, answer):
        super().__init__(answer["message"])
        self.status = status
        self.reason = answer.get("reason")


def send(method, url, headers, data):
    request = urllib.request.Request(url, data, headers, method=method)
    with urllib.request.urlopen(request, timeout=30) as response:
        return {"data": None} if response.status == 204 else json.load(response)


def request_token(key, secret):
    basic = base64.b64encode(f"{key}:{secret}".encode()).decode()
    answer = send("POST", token_url, {"Authorization": f"Basic {basic}"}, b"grant_type=client_credentials")
    return answer["access_token"]


def connect(key, secret):
    """Signs in, and returns a function that calls the API. It returns data, and raises Refused."""
    token = request_token(key, secret)

    def call(method, path, body=None, key=None):
        headers = {"Authorization": f"Bearer {token}"}
        data = None
        if body is not None:
            headers["Content-Type"] = "application/json"
            data = json.dumps(body).encode()
        if key is not None:
            headers["Idempotent-Key"] = key
        try:
            return send(method, base_url + path, headers, data)["data"]
        except urllib.error.HTTPError as error:
            raise Refused(error.code, json.load(error)) from None

    return call


giro = connect(os.environ.get("GIRO_KEY") or demo["apiKey"], os.environ.get("GIRO_SECRET") or demo["apiSecret"])


def reason_of(method, path, body=None, key=None):
    """The reason for which a call is refused, or None."""
    try:
        giro(method, path, body, key)
    except Refused as refusal:
        return refusal.reason


def arrived(payment):
    """Waits until a payment has settled. Raises if it ended otherwise."""
    while (status := giro("GET", f"/v3/payments/{payment}")["status"]) != "PROCESSED":
        if status in ("VALIDATION_FAILURE", "REJECTED", "RETURNED", "CANCELLED"):
            raise RuntimeError(f"{payment} is {status}")
        time.sleep(1)


def pay(party, reference, amount, speed, **more):
    """The body of a payment from the account to the contact of a party."""
    terms = {"externalReferenceId": reference, "paymentAmount": amount, "paymentCurrency": "USD", "speed": speed}
    parties = {"sender": {"accountUID": party["account"]}, "receiver": {"accountUID": party["contact"]}}
    return {**terms, **more, **parties}


def onboard(name):
    """A new customer with 10,000 dollars on an account, and a contact.

    Called again with the same name, it finds the same ones.
    """
    address = {"addressLine1": "8 Mill Road", "city": "Portland", "state": "ME", "postalCode": "04101"}
    customer = giro("POST", "/v2/customers", {
        "externalReferenceId": name, "legalName": f"{name} LLC", "shortName": name, "customerType": "Corporate",
        "taxId": "851234567", "language": "en", "mailAddressSameAsLegal": True,
        "legalAddress": {**address, "countryCode": "US"},
        "costCenter": "0001", "relationshipManager": "manager", "originatingOfficer": "officer",
    }, name)["customerUID"]
    account = giro("POST", f"/v3/customers/{customer}/accounts", {
        "accountName": "Operating account", "accountType": "Deposit", "accountSubType": "Checking", "currency": "USD",
        "countryCode": "US", "systemOfRecords": "Giro", "routingNumber": "061099995", "masterGl": "2000",
    }, f"{name}-account")["accountUID"]
    giro("POST", f"/v1/institution/accounts/{account}/adjustments", {
        "direction": "Credit", "amount": "10000.00", "currency": "USD", "reason": "Opening deposit",
        "externalReferenceId": name,
    }, f"{name}-deposit")
    contact = giro("POST", f"/v2/customers/{customer}/contacts", {
        "externalReferenceId": name, "templateName": "Supplier", "name": "Meadow Mills Inc", "contactType": "Company",
        "contactBank": {
            "country": "US", "accountNo": "700100200301", "accountCcy": "USD", "name": "First Example Bank",
            "nationalCode": "021000021",
        },
    }, f"{name}-contact")["customerContactUID"]
    return {"customer": customer, "account": account, "contact": contact}
